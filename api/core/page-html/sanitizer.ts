import { createRequire } from 'node:module';
import type sanitize from 'sanitize-html';

const require = createRequire(import.meta.url);

/** The library that sanitizes HTML. Many servers never show any, so it is loaded with the first text. */
export const sanitizer = (): typeof sanitize => require('sanitize-html');
