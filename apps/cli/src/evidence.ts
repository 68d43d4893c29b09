/** Saves evidence archives. */
import { saveResumable } from './resumable.ts';
import { openClient, type Session } from './session.ts';
import { plainText } from './show/plain-text.ts';
import { showDone } from './show/present.ts';
import { sizeText } from './show/text.ts';

export const evidenceNotes = `An interrupted download stays in <file.tar>.part. Run the command again to continue it. Afterwards, in the folder where
the archive was unpacked: sha256sum --check SHA256SUMS`;

/** Downloads the archive at this address of the service. */
export async function saveEvidence(
  session: Session,
  url: string,
  { output, force = false }: { output: string; force?: boolean | undefined },
): Promise<void> {
  const client = await openClient(session);
  const sizeBytes = await saveResumable(session, client, url, { path: output, mayReplace: force });
  showDone(session, `Saved ${plainText(output)} (${sizeText(sizeBytes)})`, {
    file: output,
    size_bytes: sizeBytes,
  });
}
