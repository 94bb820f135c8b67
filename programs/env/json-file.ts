import type { ProgramValues } from '../stack.ts';
import { namedValues } from './named-values.ts';

export const jsonFile = (values: ProgramValues): string =>
  `${JSON.stringify(Object.fromEntries(namedValues(values)), undefined, 2)}\n`;
