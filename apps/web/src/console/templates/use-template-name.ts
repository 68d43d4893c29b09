import { useQuery } from '../query.ts';

/** Returns the name of a template, or its id when the name is not known: not loaded yet, deleted, or not among the newest 200. */
export function useTemplateName(): (id: string) => string {
  const { data } = useQuery('/v1/templates', { query: { limit: 200 } });
  const names = new Map(data?.items.map((template) => [template.id, template.name]));
  return (id) => names.get(id) ?? id;
}
