/** The parts of pdf.js that this page uses, in a separate module so that the build can leave out the rest. */
export {
  AnnotationMode,
  GlobalWorkerOptions,
  getDocument,
  PDFDataRangeTransport,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
