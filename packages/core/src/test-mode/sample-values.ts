/** Values that satisfy a recipient's fields, for sign-as in test mode. */
import type { FieldSettings } from '@countersign/contract/field';
import { allowedInputModes, type FieldValue, validateFieldValue } from '@countersign/contract/field-value';
import type { ReceivedCompletion, SignatureInput } from '@countersign/contract/signing';
import type { Field } from '@countersign/db/models';

type Values = ReceivedCompletion['values'];

/** 240 x 80 pixels: a curved line on a transparent background. */
const signaturePng = [
  'iVBORw0KGgoAAAANSUhEUgAAAPAAAABQAgMAAABaJxDvAAAADFBMVEVMaXEQIjMQITIQITJBscB/AAAABHRSTlMA/KlMD+LmNQAAAAlwSFlzAA',
  'ALEwAACxMBAJqcGAAAAq5JREFUWMPtWDFyrDAMBXYoKPi/4ggcgSIdR9gCG2bigiNwBC7BEbZJlSPsTM7AEdKn/ykCy4JlSzKY38ZVslji6elJ',
  'lgmC30Wvv/++TtteBiHezxrnQgh5P2cbiXm9njNOhHy7nQU+ij643M69+iLUgr137vomf04XqxfRuBNChlXU62MH4S9C1GTIan3e8saTEsiwRL',
  'fGXrO2qZA3yne0oc15yvIp4qEinErtXrGopzwmEv8ea4eDZGzDObSIAJYrQGlHGxcPrwN+OnYgfAb3+JBAdsXhlGATg3shumiwOO+wRDo65Ee0',
  'KUplJA1PpESfPIcIl+kuJ3HnDQa5eG3M0qZwj09tDXauCoXLE9FSosQ8IZmKpXCHgt47Ja8L9nAnKy3F1ZFmBveW39h+ZjNI4F75ssid34RaKZ',
  'L/ylcQVg6N0Lh1wdubU1ThSN+64G2YSRPs4QYFbxkjAnFdgoIfTHZzXKNjzZA9/dm7NELhBkoYTVFY/y64W67grVdR3dbEDas4b50aecjRUF0C',
  'kmmKO5LkYd8yNRtf+T6yUVQzNZsot0YQbtgBzO2FCvZwQ0rTxtFHCNwRpNQsq5E+XwBuo9+GBkVDzxxsLZUpu8kzk4TGbbBykYx6GNwGK4am0o',
  'odI1qSFYg0ZqenDbfJCixoopo33D3FCnTFZAr0E4sV2A2Gkh+8KoqVrNzPlE6RxUre7Wdqxt1SxxNIXFI5RtUFVGaKH/gq1P4sXnKdOmt3jT97',
  '7owYul3jP9zp5CKbmyPrI2RzOZBoXPC5jxAn2OG1RTq2/sZrZWzjlc9aT6vUn2ytz9ifLy3KTJ25d1ZwAvdViYS3QO/r8l1fOvxz1elLh/99We',
  'HJ4zjdNZodjq+ZKtetc4ex14/Pk6jnjwTTOvlpY76Giyb4jy8yRxTyAxdkut3lPf2lAAAAAElFTkSuQmCC',
].join('');

const drawnStroke: [number, number][] = Array.from({ length: 24 }, (_, step) => [
  10 + step * 9,
  40 + Math.round(24 * Math.sin(step / 2)),
]);

/** Texts that are tried against the rules of a field. */
const sampleTexts = ['Test', 'test', 'TEST', 'T', '1', '12', '123', '1234', '12345', '123456', '2026-01-01'];

/**
 * Adds a sample value for each field without a value that is required, always or under a condition. Signing drops the values of hidden
 * fields. If no sample satisfies a field's rules, it stays empty and signing reports it.
 */
export function withSampleValues(fields: readonly Field[], name: string, given: Values): Values {
  const values: Values = { ...given };
  for (const field of fields) {
    const mayBeRequired = field.required || field.requiredIf !== null;
    const settled = Object.hasOwn(given, field.id) || field.readOnly || !mayBeRequired;
    if (settled || field.prefillValue !== null) continue;
    const rules = { type: field.type, required: true, settings: field.settings as FieldSettings };
    const fitting = candidates(field, rules.settings, name).find((one) => validateFieldValue(rules, one).ok);
    if (fitting !== undefined) values[field.id] = fitting;
  }
  return values;
}

function candidates(field: Field, settings: FieldSettings, name: string): FieldValue[] {
  switch (field.type) {
    case 'signature':
    case 'initials':
      return [signature(settings, field.type === 'initials' ? initialsOf(name) : name)];
    case 'checkbox':
      return ['true'];
    case 'radio':
    case 'dropdown':
      return [...(settings.options ?? [])];
    case 'number':
      return [settings.min_value, settings.max_value, 1, 0].flatMap((one) =>
        one == null ? [] : String(one),
      );
    case 'text':
      return sampleTexts;
    default:
      // Fields for name, email and date take the recipient's name and address and the day of signing by default.
      return [];
  }
}

function signature(settings: FieldSettings, text: string): SignatureInput {
  const modes = allowedInputModes(settings);
  if (modes.includes('type')) return { mode: 'type', text };
  if (modes.includes('draw')) return { mode: 'draw', width: 240, height: 80, strokes: [drawnStroke] };
  return { mode: 'upload', image_base64: signaturePng };
}

function initialsOf(name: string): string {
  return name
    .split(/\s+/, 10)
    .map((word) => [...word][0] ?? '')
    .join('');
}
