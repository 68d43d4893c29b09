/// <reference types="vite/client" />

/** Where the build put what pdf.js fetches while it draws; ends in a slash. */
declare const __PDFJS_DATA__: string;
