import type { Page } from 'playwright-core';

/** The server handles one request, and its answer is lost. */
export const loseAnswer = (page: Page, path: string) =>
  page.route(
    path,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
