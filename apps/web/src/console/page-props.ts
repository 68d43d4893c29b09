/** The named parts of a page's address, for example `id` in `/documents/:id`. */
export interface PageProps {
  params: Record<string, string>;
}
