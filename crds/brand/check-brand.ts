import type { Problem } from '../problem.ts';
import { readCss } from './own-css.ts';

/** CSS that no page would take is not saved. */
export function checkBrand({ customCss }: { customCss: string }): Problem[] {
  const { problem } = readCss(customCss);
  return problem ? [{ path: 'customCss', ...problem }] : [];
}
