import type { FieldOut } from '@countersign/client/generated/api';
import type { FieldValue } from '@countersign/contract/field-value';
import { useMemo } from 'react';
import type { PageBox } from '../pages/document-pages.tsx';
import type { TextPlace } from '../pages/text-places.ts';
import { fixedText, isFilled, type Values } from '../values.ts';
import { useWords } from '../words-context.ts';
import { FieldBox, FixedField } from './field-box.tsx';
import { hasRoomAbove, hasTextNear, labelPlace } from './field-layout.ts';
import { isSignature } from './use-adopted-signatures.ts';

/** All fields of one page: those of other people, those set by the sender, and those of the recipient. */
export function FieldsOverPage({
  page,
  texts,
  own,
  others,
  labels,
  otherLabels,
  values,
  dateFormat,
  acts,
  disabled,
  faultText,
  onChange,
  onEnter,
  onLeave,
  onOpen,
}: {
  page: PageBox;
  /** Where the page has text. */
  texts: readonly TextPlace[];
  own: readonly FieldOut[];
  others: readonly FieldOut[];
  labels: Readonly<Record<string, string>>;
  otherLabels: Readonly<Record<string, string>>;
  values: Values;
  dateFormat: string | null | undefined;
  /** False for recipients who only read. */
  acts: boolean;
  disabled: boolean;
  faultText: (field: FieldOut) => string | null;
  onChange: (field: FieldOut, value: FieldValue) => void;
  onEnter: (field: FieldOut) => void;
  onLeave: (field: FieldOut) => void;
  onOpen: (field: FieldOut) => void;
}) {
  const words = useWords();
  const onPage = [...own, ...others].filter((field) => field.page === page.number);
  const unlabelled = useMemo(
    () => new Set(own.filter((field) => field.page === page.number && !hasTextNear(field, texts))),
    [own, page.number, texts],
  );
  const showsLabel = (field: FieldOut) =>
    unlabelled.has(field) && !isSignature(field) && hasRoomAbove(field, onPage, page);
  const occupied = acts
    ? [...onPage, ...own.filter((field) => !field.read_only && showsLabel(field)).map(labelPlace(page))]
    : onPage;
  return (
    <>
      {others
        .filter((field) => field.page === page.number)
        .map((field) => (
          <FixedField
            key={field.id}
            field={field}
            page={page}
            label={otherLabels[field.id]!}
            note={words.field.otherValue}
            text={fixedText(field, dateFormat)}
            signedAs={isSignedWithoutImage(field) ? words.field.otherDrawn : null}
          />
        ))}
      {own
        .filter((field) => field.page === page.number)
        .map((field) =>
          field.read_only ? (
            <FixedField
              key={field.id}
              field={field}
              page={page}
              label={labels[field.id]!}
              note={words.field.readOnly}
              text={fixedText(field, dateFormat)}
              signedAs={null}
            />
          ) : (
            acts && (
              <FieldBox
                key={field.id}
                field={field}
                page={page}
                label={labels[field.id]!}
                value={values[field.id] ?? null}
                dateFormat={dateFormat}
                faultText={faultText(field)}
                showsLabel={showsLabel(field)}
                occupied={occupied}
                filled={isFilled(field, values[field.id])}
                disabled={disabled}
                onChange={(value) => onChange(field, value)}
                onEnter={() => onEnter(field)}
                onLeave={() => onLeave(field)}
                onOpen={() => onOpen(field)}
              />
            )
          ),
        )}
    </>
  );
}

/** True for drawn and uploaded signatures of others. This page does not get their images, so it only shows that the field is signed. */
function isSignedWithoutImage({ type, value }: FieldOut): boolean {
  return (type === 'signature' || type === 'initials') && (value === 'drawn' || value === 'uploaded');
}
