/** Screens of the signing page in a language that runs from right to left (WCAG 2.2 AA). The others consist of the same parts. */
import { arabic } from '../../apps/web/src/signing/words/arabic.ts';
import { signingPages } from '../support/signing-page.ts';
import { signingScreens } from '../support/signing-screens.ts';
import { testScreens } from '../support/test-screens.ts';

const all = signingScreens(signingPages(), arabic);
const names = [
  'the document before agreeing',
  'the document with its fields',
  'fields that are wrong',
  'a field in a dialog',
  'drawing a signature',
  'declining',
  'a code that is wrong',
  'a sealed document with a redirect',
];
testScreens(Object.fromEntries(names.map((name) => [name, all[name]!])), 'ar');
