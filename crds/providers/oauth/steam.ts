import type { TypeDescription } from '../description.ts';

/** The client secret is the key of the Web API. Steam has no client id. */
export const steam = {
  type: 'Steam',
  offered: true,
  about: 'Steam accounts.',
  page: 'https://steamcommunity.com/dev/apikey',
  logo: { letters: 'St', color: '#171a21' },
  uses: ['clientSecret', 'enableSignUp'],
  terms: { clientSecret: 'webApiKey' },
  required: ['clientSecret'],
  secrets: { clientSecret: { usual: 'https://api.steampowered.com' } },
  trial: 'signIn',
} as const satisfies TypeDescription;
