/** The components of the signing page in all their states. */
import type { FieldOut, SignatureInput } from '@countersign/client/generated/api';
import { fieldTypes } from '@countersign/contract/field';
import type { FieldValue } from '@countersign/contract/field-value';
import { signatureFonts } from '@countersign/contract/signature-fonts';
import { useState } from 'react';
import { Card } from '../console/parts/page.tsx';
import { ConsentDone, ConsentSheet } from '../signing/consent-sheet.tsx';
import { FieldMarkers } from '../signing/field-markers.tsx';
import { DrawPad } from '../signing/fields/draw-pad.tsx';
import { FieldBox, FixedField } from '../signing/fields/field-box.tsx';
import { SignaturePreview } from '../signing/fields/signature-preview.tsx';
import { UploadPad } from '../signing/fields/upload-pad.tsx';
import { FinishBar } from '../signing/finish-bar.tsx';

const nothing = () => {};
const page = { number: 1, width: 880, height: 1245, scale: 880 / 595 };
const drawn: SignatureInput = {
  mode: 'draw',
  width: 300,
  height: 100,
  strokes: [Array.from({ length: 40 }, (_, index) => [10 + index * 7, 50 + 30 * Math.sin(index / 3)])],
};
const signed = (text: string): SignatureInput => ({ mode: 'type', text });

const samples: Record<string, FieldValue> = {
  signature: signed('Ada Lovelace'),
  initials: signed('AL'),
  name: 'Ada Lovelace',
  email: 'ada@example.test',
  date: '2026-11-23',
  text: 'Berlin',
  number: '1250.50',
  checkbox: 'true',
  radio: 'Cat',
  dropdown: 'Cash',
};

const states = [
  ['open', { required: true }, false],
  ['optional', { required: false }, false],
  ['filled', { required: true }, true],
  ['wrong', { required: true }, false],
  ['disabled', { required: true }, false],
] as const;

function fieldOf(type: FieldOut['type'], column: number, row: number, more: Partial<FieldOut>): FieldOut {
  return {
    id: `${type}-${column}`,
    type,
    page: 1,
    x: 0.02 + column * 0.2,
    y: 0.03 + row * 0.085,
    w: 0.16,
    h: type === 'radio' ? 0.05 : 0.03,
    read_only: false,
    settings: {
      options: type === 'radio' ? ['Cat', 'Dog'] : type === 'dropdown' ? ['Cash', 'Transfer'] : [],
    },
    ...more,
  } as FieldOut;
}

export function SigningParts() {
  const [picked, setPicked] = useState<SignatureInput | null>(null);
  const consent = {
    text: 'You agree to sign electronically.',
    version: '1',
    language: 'en',
    accepted_at: null,
  } as const;
  return (
    <>
      <Card title="Fields" hint="Open, optional, filled in, wrong, before the consent, and fixed.">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling block must be reachable by keyboard */}
        <section style={{ overflowX: 'auto' }} tabIndex={0} aria-label="Fields">
          <div className="page" style={{ width: page.width, height: page.height, margin: 0 }}>
            <div className="page-fields">
              {fieldTypes.map((type, row) =>
                states.map(([state, more, filled], column) => {
                  const field = fieldOf(type, column, row, more);
                  return (
                    <FieldBox
                      key={field.id}
                      field={field}
                      page={page}
                      label={`${type}, ${state}`}
                      value={filled ? samples[type]! : null}
                      dateFormat={null}
                      faultText={state === 'wrong' ? 'This is required.' : null}
                      showsLabel={state === 'open'}
                      occupied={[]}
                      filled={filled}
                      disabled={state === 'disabled'}
                      onChange={nothing}
                      onEnter={nothing}
                      onLeave={nothing}
                      onOpen={nothing}
                    />
                  );
                }),
              )}
              {fieldTypes.map((type, row) => {
                const field = fieldOf(type, row % 5, 10 + Math.floor(row / 5), { id: `${type}-fixed` });
                const value = samples[type]!;
                return (
                  <FixedField
                    key={field.id}
                    field={field}
                    page={page}
                    label={type}
                    note="set by the sender"
                    text={typeof value === 'string' ? value : 'Ada Lovelace'}
                    signedAs={type === 'initials' ? 'Drawn' : null}
                  />
                );
              })}
            </div>
          </div>
        </section>
      </Card>
      <Card title="Signatures">
        <div style={{ background: '#ffffff', display: 'flex', flexWrap: 'wrap' }}>
          {signatureFonts.map((font) => (
            <SignaturePreview
              key={font}
              value={{ mode: 'type', text: 'Ada Lovelace', font }}
              width={220}
              height={60}
            />
          ))}
        </div>
        <div style={{ width: 240, height: 80, background: '#ffffff' }}>
          <SignaturePreview value={drawn} width={240} height={80} />
        </div>
        <DrawPad value={picked?.mode === 'draw' ? picked : null} onChange={setPicked} canType />
        <UploadPad onChange={setPicked} />
        <p>{picked ? `Chosen: ${picked.mode}` : 'Nothing chosen.'}</p>
      </Card>
      <Card title="Consent and progress">
        <ConsentDone consent={{ ...consent, accepted_at: '2026-11-23T10:00:00.000Z' }} />
        {[false, true].map((approves) => (
          <ConsentSheet
            key={String(approves)}
            consent={consent}
            approves={approves}
            busy={approves}
            trouble={approves ? 'The service cannot be reached.' : null}
            onAccept={nothing}
          />
        ))}
        {(['idle', 'saving', 'saved', 'here', 'lost'] as const).map((draft, index) => (
          <div key={draft} style={{ display: 'grid' }}>
            <FinishBar
              left={index === 0 ? 3 : 0}
              total={4}
              hasFields
              approves={index === 3}
              provider={null}
              sending={index === 4}
              draft={draft}
              trouble={index === 2 ? '1 field needs your attention.' : null}
              fault={
                index < 3
                  ? {
                      field: fieldOf('number', 0, 0, {}),
                      label: 'Monthly rent',
                      text: 'Must be 5000 or less.',
                    }
                  : null
              }
              onGoTo={nothing}
              onNext={nothing}
              onFinish={nothing}
            />
          </div>
        ))}
        <FieldMarkers
          waiting={[
            fieldOf('text', 0, 0, {}),
            fieldOf('text', 1, 9, { page: 4 }),
            fieldOf('date', 1, 9, { page: 4 }),
          ]}
          total={5}
          onGoTo={nothing}
        />
      </Card>
    </>
  );
}
