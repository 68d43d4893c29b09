/**
 * Writes the same page with every program that makes PDFs on this machine, for `npm run test:anchors -- FOLDER`. Programs that are missing
 * are named and left out; modules of npm are taken from the folder in NODE_PATH.
 *
 *   node test/anchors/producers.ts FOLDER
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { startBrowser } from '../support/browser.ts';

const [folder] = process.argv.slice(2).map((one) => resolve(one));
if (!folder) throw new Error('usage: node test/anchors/producers.ts FOLDER');
mkdirSync(folder, { recursive: true });

const lines = [
  'Lease agreement between Ada Lovelace and Nordlicht GmbH',
  'The tenant moves in on 1 December 2026 and pays 1,250.50 a month.',
  'Signature of the tenant: {{signature role=Tenant required}}',
  'Place and date (office): {{date role=Tenant}} AVATAR fjord Wave To.',
  'Signature of the landlord: ____________ /s2/ [initials]',
];
const html = `<!doctype html><meta charset="utf-8"><body style="font-family: serif">${lines
  .map(
    (line, index) =>
      `<p style="font-size: ${10 + index}pt; margin-left: ${index * 12}px"><b>${line.slice(0, 9)}</b>${line.slice(9)}</p>`,
  )
  .join('')}</body>`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="595" height="842" viewBox="0 0 595 842">${lines
  .map(
    (line, index) =>
      `<text x="40" y="${80 + index * 40}" font-size="${11 + index}" font-family="DejaVu Sans">${line}</text>`,
  )
  .join('')}</svg>`;
const tex = (text: string) => text.replaceAll(/[{}_]/g, String.raw`\$&`);
const list = JSON.stringify(lines);

const inputs: Record<string, string> = {
  'page.html': html,
  'page.svg': svg,
  'page.txt': `${lines.join('\n\n')}\n`,
  'page.ps': `%!PS\n${lines
    .map(
      (line, index) =>
        `/${['Times-Roman', 'Helvetica', 'Courier', 'Times-Italic', 'Helvetica-Bold'][index]} findfont ${10 + index} scalefont setfont 40 ${760 - index * 40} moveto (${line.replaceAll(/[()]/g, String.raw`\$&`)}) show`,
    )
    .join('\n')}\nshowpage\n`,
  'page.tex': `\\documentclass{article}\\begin{document}\n${lines.map(tex).join('\n\n')}\n\\end{document}\n`,
  'bitmap.tex': `\\documentclass{article}\\usepackage[T1]{fontenc}\\begin{document}\n${lines.map(tex).join('\n\n')}\n\\end{document}\n`,
  'page.ms': `.LP\n${lines.join('\n.LP\n')}\n`,
  'page.dot': `digraph { node [shape=box fontname="DejaVu Sans"]; ${lines.map((line, index) => `n${index} [label="${line}"];`).join(' ')} n0 -> n1 -> n2 -> n3 -> n4 }`,
  'page.gp': `set terminal pdfcairo size 8,6\nset output 'gnuplot.pdf'\nset title "${lines[2]}" noenhanced\nset xlabel "${lines[4]}" noenhanced\nplot sin(x)\n`,
  'make-reportlab.py': `from reportlab.pdfgen import canvas
c = canvas.Canvas('reportlab.pdf')
for i, line in enumerate(${list}):
    c.setFont(['Times-Roman', 'Helvetica', 'Courier', 'Times-Italic', 'Helvetica-Bold'][i], 10 + i)
    c.drawString(40, 760 - 40 * i, line)
c.save()`,
  'make-platypus.py': `from reportlab.platypus import SimpleDocTemplate, Paragraph
from reportlab.lib.styles import getSampleStyleSheet
s = getSampleStyleSheet()
SimpleDocTemplate('platypus.pdf').build([Paragraph('<b>' + line[:9] + '</b>' + line[9:], s['Justify' if 'Justify' in s else 'Normal']) for line in ${list}])`,
  'make-cairo.py': `import cairo
surface = cairo.PDFSurface('cairo.pdf', 595, 842)
c = cairo.Context(surface)
c.select_font_face('DejaVu Sans')
for i, line in enumerate(${list}):
    c.set_font_size(10 + i)
    c.move_to(40, 80 + 40 * i)
    c.show_text(line)
surface.finish()`,
  'make-matplotlib.py': `import matplotlib
matplotlib.use('pdf')
import matplotlib.pyplot as plt
figure = plt.figure(figsize=(8, 11))
for i, line in enumerate(${list}):
    figure.text(0.05, 0.9 - 0.06 * i, line, fontsize=9 + i, parse_math=False)
figure.savefig('matplotlib.pdf')`,
  'make-pikepdf.py': `import pikepdf
with pikepdf.open('reportlab.pdf') as pdf:
    pdf.save('pikepdf.pdf', object_stream_mode=pikepdf.ObjectStreamMode.generate, compress_streams=True)`,
  'prawn.rb': `require 'prawn'
Prawn::Fonts::AFM.hide_m17n_warning = true
Prawn::Document.generate('prawn.pdf') { ${list}.each_with_index { |line, i| text line, size: 10 + i } }`,
  'tcpdf.php': `<?php require '/usr/share/php/tcpdf/tcpdf.php'; $pdf = new TCPDF(); $pdf->AddPage();
foreach (json_decode('${list.replaceAll("'", '')}') as $i => $line) { $pdf->SetFont(['times', 'helvetica', 'courier', 'times', 'dejavusans'][$i], '', 10 + $i); $pdf->Write(8, $line, '', 0, '', true); }
$pdf->Output(getcwd() . '/tcpdf.pdf', 'F');`,
  'fpdf.php': `<?php require '/usr/share/php/fpdf/fpdf.php'; $pdf = new FPDF(); $pdf->AddPage();
foreach (json_decode('${list.replaceAll("'", '')}') as $i => $line) { $pdf->SetFont(['Times', 'Helvetica', 'Courier', 'Times', 'Arial'][$i], '', 10 + $i); $pdf->Cell(0, 10, $line, 0, 1); }
$pdf->Output('F', 'fpdf.pdf');`,
  'api2.pl': `use PDF::API2; my $pdf = PDF::API2->new(); my $text = $pdf->page()->text(); my $y = 760; my $size = 10;
for my $line (${lines.map((line) => `'${line}'`).join(', ')}) { $text->font($pdf->corefont('Times-Roman'), $size++); $text->translate(40, $y); $text->text($line); $y -= 40; }
$pdf->saveas('perl-api2.pdf');`,
  'pdfkit.cjs': `const d = new (require('pdfkit'))(); d.pipe(require('fs').createWriteStream('pdfkit.pdf')); ${list}.forEach((l, i) => d.fontSize(10 + i).text(l).moveDown()); d.end();`,
  'jspdf.cjs': `const d = new (require('jspdf').jsPDF)({ unit: 'pt' }); ${list}.forEach((l, i) => { d.setFontSize(10 + i); d.text(l, 40, 80 + 40 * i); }); require('fs').writeFileSync('jspdf.pdf', Buffer.from(d.output('arraybuffer')));`,
  'react-pdf.mjs': `import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
const require = createRequire(process.env.NODE_PATH + '/x');
const { Document, Page, Text, renderToFile } = await import(pathToFileURL(require.resolve('@react-pdf/renderer')));
const { createElement: e } = require('react');
await renderToFile(e(Document, null, e(Page, null, ...${list}.map((l, i) => e(Text, { key: i, style: { fontSize: 10 + i, margin: 8 } }, l)))), 'react-pdf.pdf');`,
  'mupdf.txt': `%%MediaBox 0 0 595 842\n%%Font Tm Times-Roman\nBT\n${lines
    .map(
      (line, index) =>
        `/Tm ${10 + index} Tf 1 0 0 1 40 ${760 - 40 * index} Tm (${line.replaceAll(/[()]/g, String.raw`\$&`)}) Tj`,
    )
    .join('\n')}\nET\n`,
};
for (const [name, text] of Object.entries(inputs)) writeFileSync(join(folder, name), text);

const programs: Record<string, string[]> = {
  reportlab: ['python3', 'make-reportlab.py'],
  platypus: ['python3', 'make-platypus.py'],
  cairo: ['python3', 'make-cairo.py'],
  matplotlib: ['python3', 'make-matplotlib.py'],
  pikepdf: ['python3', 'make-pikepdf.py'],
  weasyprint: ['weasyprint', 'page.html', 'weasyprint.pdf'],
  wkhtmltopdf: ['wkhtmltopdf', '-q', 'page.html', 'wkhtmltopdf.pdf'],
  libreoffice: [
    'soffice',
    '--headless',
    '--convert-to',
    'pdf:writer_web_pdf_Export',
    '--outdir',
    'libreoffice',
    'page.html',
  ],
  ghostscript: ['gs', '-q', '-sDEVICE=pdfwrite', '-o', 'ghostscript.pdf', 'page.ps'],
  'ghostscript-rewrite': ['gs', '-q', '-sDEVICE=pdfwrite', '-o', 'ghostscript-rewrite.pdf', 'reportlab.pdf'],
  pdftex: ['pdflatex', '-interaction=batchmode', '-jobname=pdftex', 'page.tex'],
  'pdftex-bitmap': ['pdflatex', '-interaction=batchmode', '-jobname=pdftex-bitmap', 'bitmap.tex'],
  dvips: [
    'sh',
    '-c',
    'latex -interaction=batchmode -jobname=dvips bitmap.tex && dvips -q dvips.dvi -o dvips.ps && ps2pdf dvips.ps dvips.pdf',
  ],
  dvipdfmx: [
    'sh',
    '-c',
    'latex -interaction=batchmode -jobname=dvipdfmx page.tex && dvipdfmx -q dvipdfmx.dvi',
  ],
  gropdf: ['sh', '-c', 'groff -ms -Tpdf page.ms > gropdf.pdf'],
  'groff-ps': ['sh', '-c', 'groff -ms -Tps page.ms > groff.ps && ps2pdf groff.ps groff-ps.pdf'],
  'rsvg-convert': ['rsvg-convert', '-f', 'pdf', '-o', 'rsvg-convert.pdf', 'page.svg'],
  cairosvg: ['cairosvg', 'page.svg', '-o', 'cairosvg.pdf'],
  graphviz: ['dot', '-Tpdf', '-o', 'graphviz.pdf', 'page.dot'],
  gnuplot: ['gnuplot', 'page.gp'],
  paps: ['sh', '-c', 'paps --format=pdf page.txt > paps.pdf'],
  enscript: ['sh', '-c', 'enscript -q -B -p - page.txt | ps2pdf - enscript.pdf'],
  texttopdf: ['sh', '-c', 'PPD= /usr/lib/cups/filter/texttopdf 1 me job 1 "" page.txt > texttopdf.pdf'],
  prawn: ['ruby', 'prawn.rb'],
  tcpdf: ['php', 'tcpdf.php'],
  fpdf: ['php', 'fpdf.php'],
  'perl-api2': ['perl', 'api2.pl'],
  mupdf: ['mutool', 'create', '-o', 'mupdf.pdf', 'mupdf.txt'],
  'mutool-clean': ['mutool', 'clean', '-gggz', 'reportlab.pdf', 'mutool-clean.pdf'],
  qpdf: ['qpdf', '--object-streams=generate', '--linearize', 'ghostscript.pdf', 'qpdf.pdf'],
  pdfkit: ['node', 'pdfkit.cjs'],
  jspdf: ['node', 'jspdf.cjs'],
  'react-pdf': ['node', 'react-pdf.mjs'],
};

const made: string[] = [];
const missing: string[] = [];
for (const [name, [program, ...words]] of Object.entries(programs)) {
  try {
    execFileSync(program!, words, { cwd: folder, stdio: 'ignore', timeout: 120_000 });
  } catch {
    // The check below names it.
  }
  (existsSync(join(folder, `${name}.pdf`)) ? made : missing).push(name);
}

const document = await PDFDocument.create();
const page = document.addPage();
const font = await document.embedFont(StandardFonts.TimesRoman);
for (const [index, line] of lines.entries())
  page.drawText(line, { x: 40, y: 760 - 40 * index, size: 10 + index, font });
writeFileSync(join(folder, 'pdf-lib.pdf'), await document.save());
made.push('pdf-lib');

const browser = await startBrowser();
const tab = await browser.newPage();
await tab.setContent(html);
writeFileSync(join(folder, 'chromium.pdf'), await tab.pdf());
await browser.close();
made.push('chromium');

for (const name of Object.keys(inputs)) rmSync(join(folder, name));
const { version } = createRequire(import.meta.url)('pdf-lib/package.json') as { version: string };
console.log(`${made.length} files: ${made.join(', ')} (pdf-lib ${version})`);
if (missing.length > 0) console.log(`missing or failed: ${missing.join(', ')}`);
