"""Real PDF and Office files, written by the libraries that people write them with."""

from __future__ import annotations

import io
from datetime import date

from docx import Document as Word
from fpdf import FPDF
from openpyxl import Workbook
from pptx import Presentation
from pptx.util import Inches

INTRO = (
    "This manual describes the pumping station at Mill Lane and is kept by the operations team. It is revised "
    "every year in March, after the annual shutdown, and the current edition replaces all the earlier ones. Questions "
    "about the station go to the control room, which is staffed around the clock."
)
TABLE = [["Pump", "Flow", "Power"], ["P-101", "250 m3/h", "75 kW"], ["P-102", "180 m3/h", "55 kW"]]


def docx() -> bytes:
    """A heading, a paragraph, a bulleted and a numbered list, a table."""
    word = Word()
    word.core_properties.title = "Station manual"
    word.core_properties.author = "Ines Halloran"
    word.add_heading("Pumping station", level=1)
    word.add_paragraph(INTRO)
    word.add_heading("Rules", level=2)
    word.add_paragraph("Operators must not:")
    word.add_paragraph("open the valve under pressure", style="List Bullet")
    word.add_paragraph("enter the tank alone", style="List Bullet")
    word.add_paragraph("Close the inlet.", style="List Number")
    word.add_paragraph("Drain the casing.", style="List Number")
    word.add_heading("Pumps", level=2)
    table = word.add_table(rows=0, cols=3)
    for row in TABLE:
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text
    stream = io.BytesIO()
    word.save(stream)
    return stream.getvalue()


def pptx() -> bytes:
    """Two slides: bullets on two levels with speaker's notes; a table."""
    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = "Pump basics"
    frame = slide.placeholders[1].text_frame
    frame.text = "A pump moves 250 m3/h."
    deeper = frame.add_paragraph()
    deeper.text, deeper.level = "Both pumps together: 430 m3/h.", 1
    slide.notes_slide.notes_text_frame.text = "Ask who has seen the station."
    second = deck.slides.add_slide(deck.slide_layouts[5])
    second.shapes.title.text = "The pumps"
    grid = second.shapes.add_table(3, 3, Inches(1), Inches(2), Inches(6), Inches(1)).table
    for y, row in enumerate(TABLE):
        for x, text in enumerate(row):
            grid.cell(y, x).text = text
    stream = io.BytesIO()
    deck.save(stream)
    return stream.getvalue()


def xlsx() -> bytes:
    """A sheet with a title above a table whose cells are formatted, and a hidden sheet."""
    book = Workbook()
    sheet = book.active
    sheet.title = "Tariffs"
    sheet.append(["Charges from May"])
    sheet.append([])
    sheet.append(["Plan", "Fee", "Discount", "Valid from", "Users"])
    sheet.append(["Basic", 38.5, 0.07, date(2026, 5, 1), 1200])
    sheet.append(["Pro", 49, 0.125, date(2026, 6, 1), 80000])
    for row in (4, 5):
        sheet.cell(row, 2).number_format = '"£"#,##0.00'
        sheet.cell(row, 3).number_format = "0.0%"
        sheet.cell(row, 5).number_format = "#,##0"
    hidden = book.create_sheet("Old")
    hidden.append(["secret", 1])
    hidden.sheet_state = "hidden"
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def pdf(password: str = "") -> bytes:
    """Three pages: headings by size, wrapped and hyphenated text, a list, a table, running head and page numbers."""
    paper = _Paper()
    if password:
        paper.set_encryption(owner_password="owner", user_password=password)
    paper.set_title("Station manual")
    paper.add_page()
    paper.block("Pumping station", size=20, bold=True)
    paper.block(INTRO)
    paper.block("Pumps", size=14, bold=True)
    paper.block("The inlet valve is closed by hand before the main-\ntenance of a pump begins.")
    paper.block("Operators must not:")
    paper.block(
        "- open the valve under pressure, whatever the reason may be and whoever asks them to do it at that moment, "
        "day or night"
    )
    paper.block("- enter the tank alone")
    for row in TABLE:
        paper.set_font("helvetica", "B" if row is TABLE[0] else "", 11)
        for text in row:
            paper.cell(60, 7, text)
        paper.ln(7)
    for title in ("Electrical", "Records"):
        paper.add_page()
        paper.block(title, size=14, bold=True)
        paper.block(f"The {title.lower()} part is described in a document of its own.")
    return bytes(paper.output())


class _Paper(FPDF):
    def header(self) -> None:
        self.set_font("helvetica", size=8)
        self.cell(0, 10, "Merrow Valley Water - Station manual")
        self.ln(15)

    def footer(self) -> None:
        self.set_y(-15)
        self.set_font("helvetica", size=8)
        self.cell(0, 10, f"Page {self.page_no()}")

    def block(self, text: str, size: int = 11, bold: bool = False) -> None:
        """One paragraph with space below."""
        self.set_font("helvetica", "B" if bold else "", size)
        self.multi_cell(0, size * 0.5, text, new_x="LMARGIN", new_y="NEXT")
        self.ln(4)
        self.set_font("helvetica", size=11)
