/** The product's logo. */
export function Mark() {
  return (
    <svg className="c-mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" />
      <path d="M7 20.5c3.2-8.4 6-11.6 7.6-10.6 2 1.3-3.4 9.3-1.1 9.9 1.7.4 3.2-4.3 4.9-4 1.3.3.2 2.9 1.6 3.2 1.2.2 2.3-.9 4.7-2.6" />
      <path d="M7 25h18" className="c-mark-line" />
    </svg>
  );
}
