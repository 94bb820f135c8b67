import type { Page } from 'playwright-core';

/** The server does what it is asked once, and nobody hears of it. */
export const loseAnswer = (page: Page, path: string) =>
  page.route(
    path,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
