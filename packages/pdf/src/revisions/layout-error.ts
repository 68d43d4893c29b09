/** What is not laid out as a later revision has to be; the message completes "after this signature, ...". */
export class LayoutError extends Error {}
