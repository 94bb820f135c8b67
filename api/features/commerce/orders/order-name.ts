import { randomUUID } from 'node:crypto';

/** The name of an order as in Casdoor 2022: `20261129_101502_1a2b3c4`. */
export const orderName = (now: Date, end: string = randomUUID()): string =>
  `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '_')}_${end.slice(0, 7)}`;
