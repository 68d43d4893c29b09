/** Offers fields at the places to sign that were found in the text of the pages. */
import { useEffect, useState } from 'react';
import type { PdfSource } from '../../signing/pages/pdf-source.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select, Tick } from '../parts/controls.tsx';
import { FormDialog } from '../parts/form.tsx';
import { counted } from '../parts/moments.ts';
import { Fault, Loading } from '../parts/page.tsx';
import type { Sheet } from '../parts/use-pages.ts';
import { fieldWords } from '../words.ts';
import { overlap } from './geometry.ts';
import { maxSearchedPages, readPlaces } from './read-places.ts';
import { peopleOfPlaces, type SigningPlace } from './signing-places.ts';
import type { DraftEditor } from './use-draft-editor.ts';

interface Offer {
  place: SigningPlace;
  person: string;
  isWanted: boolean;
}

/** Searches the pages while it is open. Places that have a field already are left out. */
export function PlacesDialog({
  editor,
  source,
  sheets,
  onClose,
}: {
  editor: DraftEditor;
  source: PdfSource;
  sheets: readonly Sheet[];
  onClose: () => void;
}) {
  const { draft, person } = editor;
  const [page, setPage] = useState(1);
  const [offers, setOffers] = useState<Offer[] | null>(null);
  const [error, setError] = useState<unknown>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: searched once, with the fields at that time
  useEffect(() => {
    const abort = new AbortController();
    readPlaces(source, sheets, setPage, abort.signal).then(
      (places) => {
        if (abort.signal.aborted) return;
        const free = places.filter(
          (place) => !draft.boxes.some((box) => box.page === place.page && overlap(box, place)),
        );
        const people = peopleOfPlaces(free, draft.people, person!.key);
        setOffers(free.map((place, index) => ({ place, person: people[index]!, isWanted: true })));
      },
      (failure: unknown) => abort.signal.aborted || setError(failure),
    );
    return () => abort.abort();
  }, [source, sheets]);

  if (offers?.length === 0)
    return (
      <Dialog title="Find signature lines" onClose={onClose}>
        <p>No free signature lines were found. Place fields by dragging them from the list.</p>
        <div className="button-row dialog-actions">
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </div>
      </Dialog>
    );
  const wanted = (offers ?? []).filter(({ isWanted }) => isWanted);
  const patch = (index: number, part: Partial<Offer>) =>
    setOffers((offers ?? []).map((one, at) => (at === index ? { ...one, ...part } : one)));
  return (
    <FormDialog
      title="Find signature lines"
      action={`Place ${counted(wanted.length, 'field')}`}
      disabled={wanted.length === 0}
      onSubmit={async () => editor.addBoxes(wanted.map(({ place, person: key }) => placed(place, key)))}
      onClose={onClose}
    >
      {error !== null && <Fault error={error} />}
      {!offers && error === null && (
        <>
          <p className="hint" aria-hidden="true">
            Searching page {page} of {Math.min(sheets.length, maxSearchedPages)}
          </p>
          <Loading label="Searching the pages" lines={3} />
        </>
      )}
      {offers && (
        <>
          <p>
            Found in the text of the document. Untick lines that need no field, and choose who fills in each
            one.
          </p>
          <ul className="c-places">
            {offers.map(({ place, person: key, isWanted }, index) => {
              const label = `${fieldWords[place.type].label}, page ${place.page}`;
              return (
                <li key={`${place.page} ${place.x} ${place.y}`}>
                  <Tick
                    label={label}
                    hint={`“${place.label}”`}
                    checked={isWanted}
                    onChange={(event) => patch(index, { isWanted: event.currentTarget.checked })}
                  />
                  <Select
                    label={`Person for ${label}`}
                    hideLabel
                    value={key}
                    disabled={!isWanted}
                    onChange={(event) => patch(index, { person: event.currentTarget.value })}
                  >
                    {draft.people.map((one, at) => (
                      <option key={one.key} value={one.key}>
                        {one.name || `Person ${at + 1}`}
                      </option>
                    ))}
                  </Select>
                </li>
              );
            })}
          </ul>
          {sheets.length > maxSearchedPages && (
            <p className="hint">The first {maxSearchedPages} pages were searched.</p>
          )}
        </>
      )}
    </FormDialog>
  );
}

function placed({ type, page, x, y, w, h }: SigningPlace, person: string) {
  return { type, page, x, y, w, h, person };
}
