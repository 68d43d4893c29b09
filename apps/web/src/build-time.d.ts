/// <reference types="vite/client" />

/** The path below which the build put the files that pdf.js fetches while it draws, such as fonts. It ends in a slash. */
declare const __PDFJS_DATA__: string;
