import type { Brand as Looks } from '@doorwright/crds/brand/brand-of.ts';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { ClientFault } from '@doorwright/crds/options/client-faults.ts';
import type { Request, Response } from 'express';
import { errorMessage } from '../../core/error-message.ts';
import type { Refusal } from '../../core/errors.ts';
import { brandOf } from '../pages/brand.ts';
import { drawPage, paragraph } from '../pages/draw-page.ts';
import { faultPart } from '../pages/fault-part.ts';
import { wordsIn } from '../pages/page-words.ts';
import { bodyAround, postingScript } from '../pages/posting-page.ts';

interface Http {
  req: Request;
  res: Response;
}

/** The mistakes of service providers, by the code of the refusal. */
const faults: Readonly<Record<string, ClientFault>> = {
  'saml-service-unknown': 'saml-service',
  'saml-request-refused': 'saml-request',
};

/** The mistake of a service provider, if it has a name. */
export const faultOf = ({ code }: Refusal): ClientFault | undefined => faults[code];

/** Tells a visitor what is wrong with the request of a service provider, which gets nothing. */
export async function showProblem(
  { req, res }: Http,
  refusal: Refusal,
  application?: Application | undefined,
  looks?: Looks | undefined,
): Promise<{ sent: true }> {
  const words = await wordsIn(req, undefined);
  const { message } = errorMessage(refusal, words.language);
  const fault = faultOf(refusal) ?? 'other';
  const told = application
    ? await faultPart(words, { fault, said: message, page: refusal.code }, application)
    : paragraph(message);
  const body = paragraph(words.say('problemText')) + told;
  const page = drawPage(words, { title: words.say('problem'), body, brand: brandOf(application, looks) });
  res
    .status(400)
    .set({ ...page.headers, 'Cache-Control': 'no-store' })
    .type('html')
    .send(page.html);
  return { sent: true };
}

/** Takes a response to its service provider: by a page that posts the form, or by the address that has it. */
export async function sendOn({ req, res }: Http, carried: string): Promise<{ sent: true }> {
  res.set('Cache-Control', 'no-store');
  if (!carried.startsWith('<')) {
    res.redirect(303, carried);
    return { sent: true };
  }
  const words = await wordsIn(req, undefined);
  const page = drawPage(words, {
    ...{ title: words.say('goingOn'), body: bodyAround(words, carried) },
    script: postingScript,
  });
  res.set(page.headers).type('html').send(page.html);
  return { sent: true };
}
