/** Every screen of the signing page in a language that runs from right to left (WCAG 2.2 AA). */
import { arabic } from '../../apps/web/src/signing/words/arabic.ts';
import { signingPages } from '../support/signing-page.ts';
import { signingScreens } from '../support/signing-screens.ts';
import { testScreens } from '../support/test-screens.ts';

testScreens(signingScreens(signingPages(), arabic), 'ar');
