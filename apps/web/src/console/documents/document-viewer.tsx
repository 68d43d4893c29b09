/** The pages of a document with its fields, or the sealed PDF and its certificate. */
import type { DocumentOut, FieldOut } from '@countersign/client/generated/api';
import type { DownloadVersion } from '@countersign/contract/document';
import { visibleText } from '@countersign/contract/visible-text';
import { useState } from 'react';
import { FixedField } from '../../signing/fields/field-box.tsx';
import { labelsOf } from '../../signing/fields/field-label.ts';
import type { PageBox } from '../../signing/pages/document-pages.tsx';
import { fixedText } from '../../signing/values.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card } from '../parts/page.tsx';
import { colorOf } from '../parts/person-color.ts';
import { useClient } from '../session.tsx';
import { fieldTypeWords } from '../words.ts';
import { PdfPages, PlacedField } from './pdf-pages.tsx';

const versionWords: Record<DownloadVersion, string> = {
  original: 'Original',
  sealed: 'Sealed PDF',
  certificate: 'Certificate',
};

const downloadWords: Record<DownloadVersion, string> = {
  original: 'Download original',
  sealed: 'Download sealed PDF',
  certificate: 'Download certificate',
};

/** The versions of the file that can be read now. */
export function versionsOf(document: DocumentOut): DownloadVersion[] {
  const isErased = document.erased_at !== undefined;
  const hasSealed = document.sealed && (!isErased || document.sealed_kept === true);
  return [
    ...(hasSealed ? (['sealed', 'certificate'] as const) : []),
    ...(isErased ? [] : (['original'] as const)),
  ];
}

/** Shows one version of the document, with a choice if there are several. Opens the sealed PDF once it exists. */
export function DocumentViewer({ document }: { document: DocumentOut }) {
  const client = useClient();
  const [chosen, setChosen] = useState<DownloadVersion | null>(null);
  const versions = versionsOf(document);
  const version = chosen && versions.includes(chosen) ? chosen : versions[0];
  if (!version) return null;
  const params = { path: { doc_id: document.id }, query: { version } };
  return (
    <Card className="c-viewer">
      <div className="c-viewer-head">
        {versions.length > 1 ? (
          <fieldset className="c-views">
            <legend className="visually-hidden">Show</legend>
            {versions.map((one) => (
              <button key={one} type="button" aria-pressed={one === version} onClick={() => setChosen(one)}>
                {versionWords[one]}
              </button>
            ))}
          </fieldset>
        ) : (
          <h2>Document</h2>
        )}
        {/* The page of a document has a button for the sealed PDF, unless personal data was erased. */}
        {(version !== 'sealed' || document.erased_at !== undefined) && (
          <ButtonLink href={client.fileUrl('/v1/documents/{doc_id}/download', params)} download>
            <Icon name="download" />
            {downloadWords[version]}
          </ButtonLink>
        )}
      </div>
      <PdfPages
        key={version}
        url={client.fileUrl('/v1/console/documents/{doc_id}/content', params)}
        label={`Pages: ${versionWords[version]}`}
        watermark={document.mode === 'test' && version === 'original' ? 'TEST' : null}
        renderOver={(page) => version === 'original' && <PlacedFields document={document} page={page} />}
      />
    </Card>
  );
}

/** Whether the field has a place: one with an anchor has none until the PDF is finalized. */
const isPlaced = (field: DocumentOut['fields'][number]): field is FieldOut => field.page !== null;

/** The fields of one page: values of recipients who have completed, and the places of those who have not. */
function PlacedFields({ document, page }: { document: DocumentOut; page: PageBox }) {
  const { recipients, date_format: dateFormat } = document;
  const fields = document.fields.filter(isPlaced);
  const labels = labelsOf(fields, fieldTypeWords);
  return fields
    .filter((field) => field.page === page.number && !isSettledEmpty(field))
    .map((field) => {
      const at = recipients.findIndex(({ id }) => id === field.recipient_id);
      const name = visibleText(recipients[at]?.name ?? '');
      const label = labels[field.id]!;
      if (hasValue(field))
        return (
          <FixedField
            key={field.id}
            field={field}
            page={page}
            label={label}
            note={name}
            text={fixedText(field, dateFormat)}
            signedAs={isUnseenSignature(field) ? `Signed by ${name}` : null}
          />
        );
      return (
        <PlacedField key={field.id} field={field} color={colorOf(at)} title={`${label}, ${name}`}>
          <span>
            {field.name ? label : fieldTypeWords[field.type]} · {name}
          </span>
          <span className="visually-hidden">, not filled in yet</span>
        </PlacedField>
      );
    });
}

/** True for a value that can be shown: one of a recipient who has completed, or a read-only one that the sender has set. */
function hasValue(field: FieldOut): boolean {
  return Boolean(field.value) || (field.read_only && !field.visible_if && Boolean(field.prefill_value));
}

/** True for a conditional field that was hidden or empty when its recipient completed. */
function isSettledEmpty({ visible_if, value, printed }: FieldOut): boolean {
  return Boolean(visible_if) && !value && printed?.kind === 'nothing';
}

/** True for drawn and uploaded signatures. The API describes them but does not return the image. */
function isUnseenSignature({ type, value }: FieldOut): boolean {
  return (type === 'signature' || type === 'initials') && (value === 'drawn' || value === 'uploaded');
}
