import type { TypeDescription } from '../description.ts';

export const defaultCaptcha = {
  type: 'Default',
  offered: true,
  about: 'A picture of five digits, drawn by this server.',
  page: 'https://www.w3.org/TR/turingtest',
  logo: { letters: '12', color: '#3d5a80' },
  uses: [],
  trial: 'captcha',
} as const satisfies TypeDescription;
