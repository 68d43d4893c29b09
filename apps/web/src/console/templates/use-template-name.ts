import { useQuery } from '../query.ts';

/** Tells templates by name; one that is not known yet, is no more, or is not among the newest 200, by its id. */
export function useTemplateName(): (id: string) => string {
  const { data } = useQuery('/v1/templates', { query: { limit: 200 } });
  const names = new Map(data?.items.map((template) => [template.id, template.name]));
  return (id) => names.get(id) ?? id;
}
