import type { TypeDescription } from '../description.ts';

/** The client secret is the key of the Web API. Steam has no client id. */
export const steam = {
  type: 'Steam',
  offered: false,
  page: 'https://steamcommunity.com/dev/apikey',
  logo: { letters: 'St', color: '#171a21' },
  uses: ['clientId', 'clientSecret', 'enableSignUp'],
  required: ['clientSecret'],
  secrets: { clientSecret: { usual: 'https://api.steampowered.com' } },
} as const satisfies TypeDescription;
