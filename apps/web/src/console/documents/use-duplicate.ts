import { useInvalidate } from '../query.ts';
import { useRouter } from '../router.tsx';
import { useClient } from '../session.tsx';
import { useToasts } from '../toasts.tsx';

/** Duplicates a document as a new draft and opens the draft. Shows an error when it fails. */
export function useDuplicate(): (documentId: string) => void {
  const client = useClient();
  const { go } = useRouter();
  const invalidate = useInvalidate();
  const { attempt } = useToasts();
  return (documentId) =>
    void attempt(async () => {
      const params = { path: { doc_id: documentId } };
      const copy = await client.post('/v1/documents/{doc_id}/duplicate', { params, body: {} });
      invalidate('/v1/documents');
      go(`/documents/${copy.id}/prepare`);
      return 'Duplicated as a new draft';
    });
}
