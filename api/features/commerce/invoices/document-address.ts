import type { CommerceDeps } from '../deps.ts';

/** The address of an invoice or a credit note, for people who may read it. */
export const documentAddress = ({ DOORWRIGHT_ORIGIN }: CommerceDeps['config'], number: string): string =>
  `${DOORWRIGHT_ORIGIN}/api/download-invoice?number=${encodeURIComponent(number)}`;
