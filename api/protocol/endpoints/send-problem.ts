import type { Request, Response } from 'express';
import { clientIdOf } from '../clients/client-id-of.ts';
import type { Clients } from '../clients/clients.ts';
import type { Mistake } from '../faults/mistake.ts';
import { brandOf } from '../pages/brand.ts';
import { drawPage, type Problem, problemIn } from '../pages/draw-page.ts';
import { faultPart } from '../pages/fault-part.ts';
import { wordsIn } from '../pages/page-words.ts';

interface Told {
  problem: Problem;
  mistake: Mistake | undefined;
  clients: Clients;
}

/** Sends the page about a request that never reached the library. It has the brand of the application that the request names. */
export async function sendProblem(req: Request, res: Response, { problem, mistake, clients }: Told): Promise<void> {
  const [words, found] = await Promise.all([
    wordsIn(req, req.query.ui_locales),
    clients.application(clientIdOf(req) ?? ''),
  ]);
  const application = found?.isEnabled ? found : undefined;
  const more = mistake && (await faultPart(words, mistake, application));
  const page = {
    ...problemIn(words, problem, req, more),
    brand: brandOf(application, application && (await clients.looks(application))),
  };
  const { headers, html } = drawPage(words, page);
  res.set(headers).type('html').send(html);
}
