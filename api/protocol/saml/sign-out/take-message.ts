import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { SamlServiceProvider } from '@doorwright/crds/options/saml-service-provider.ts';
import { Refusal } from '../../../core/errors.ts';
import { record } from '../../../core/objects/history/records.ts';
import type { RouteRequest } from '../../../http/route.ts';
import { endSessions } from '../../../kinds/session/sessions.ts';
import type { SamlDeps } from '../deps.ts';
import { signOutAddressOf } from '../names.ts';
import { wrongRequest } from '../refused.ts';
import { decodedMessage } from '../request/decode.ts';
import { longestRelayState, refuseOtherDestination, refuseStale, serviceProviderOf } from '../request/judge.ts';
import { isSignedBy } from '../request/signature.ts';
import { nextOf, type Stop, toTell } from './chain.ts';
import { takeChain } from './kept-chain.ts';
import { readLogoutRequest, readLogoutResponse } from './read-logout.ts';
import { forgetVisits, samlVisitsOf, visitsMeant } from './visits.ts';

export interface LogoutMessage {
  text: string;
  name: 'SAMLRequest' | 'SAMLResponse';
  relayState: string;
  binding: 'Redirect' | 'POST';
  rawQuery?: string | undefined;
}

type Read = ReturnType<typeof readLogoutRequest> | ReturnType<typeof readLogoutResponse>;

/** Checks both messages: each comes from a registered service provider, is for us, is recent, and is signed if it must be. */
function senderOf(
  deps: SamlDeps,
  application: Application,
  message: LogoutMessage,
  { xml, read, now }: { xml: string; read: Read; now: Date },
) {
  const provider = serviceProviderOf(application, read.issuer);
  if (!provider.sloUrl) throw wrongRequest('the service provider has no address for a sign-out');
  const { rawQuery, binding, name } = message;
  const isSigned = isSignedBy(provider, { xml, root: read.root, rawQuery, binding, message: name });
  if (!isSigned && provider.requireSignedRequests) throw wrongRequest('the message is not signed');
  refuseOtherDestination(
    read.destination,
    `${deps.config.DOORWRIGHT_ORIGIN}${signOutAddressOf(application)}`,
    isSigned,
  );
  refuseStale(read.issueInstant, now);
  return { provider, isSigned };
}

/**
 * Anybody can write a request without a signature. It counts only where the service provider has nothing to sign with, and then for the sessions
 * that it names: the service provider alone knows these names.
 */
function refuseForged(indexes: readonly string[], { certificates }: SamlServiceProvider): void {
  if (certificates) throw wrongRequest('the message is not signed');
  if (indexes.length === 0) throw wrongRequest('the request is not signed, and names no session');
}

/** A service provider signs its user out: of all of the session, and of every other service (SAML Profiles 2.0, 4.4). */
async function takeLogoutRequest(
  deps: SamlDeps,
  { context }: RouteRequest,
  application: Application,
  message: LogoutMessage,
) {
  const { db } = deps;
  const { now } = context;
  const xml = decodedMessage(message.text, message.binding);
  const read = readLogoutRequest(xml);
  const { provider, isSigned } = senderOf(deps, application, message, { xml, read, now });
  if (!isSigned) refuseForged(read.indexes, provider);
  const { entityId: service } = provider;
  if (read.end && Date.parse(read.end) <= now.getTime()) throw wrongRequest('the request has expired');
  const meant = await visitsMeant(db, {
    application: application.name,
    service,
    name: read.name,
    indexes: read.indexes,
  });
  const sessions = [...new Set(meant.map(({ session }) => session))];
  const ids = new Set(meant.map(({ id }) => id));
  const others = (await samlVisitsOf(db, sessions)).filter(({ id }) => !ids.has(id));
  const told = await toTell(deps, others);
  await db.transaction(async (sql) => {
    await forgetVisits(sql, [...ids]);
    for (const { owner, session } of new Map(meant.map((visit) => [visit.session, visit])).values())
      await endSessions(sql, { owner, id: session });
    const [first] = meant;
    const subject = {
      object: `application admin/${application.name}`,
      reason: 'saml',
      ...(first && { organization: first.owner }),
    };
    await record(
      { sql },
      {
        ...context,
        action: 'logout',
        protocol: 'saml' as const,
        application: subject.object.slice('application '.length),
      },
      subject,
    );
  });
  const initiator = { application: application.name, service, id: read.id, relayState: message.relayState };
  return nextOf(deps, { ...told, initiator }, now);
}

/** A service provider has answered, and the browser goes on. Only the one where the browser was may answer. */
async function takeLogoutResponse(
  deps: SamlDeps,
  { context }: RouteRequest,
  application: Application,
  message: LogoutMessage,
) {
  const { now } = context;
  const xml = decodedMessage(message.text, message.binding);
  const read = readLogoutResponse(xml);
  const { entityId } = senderOf(deps, application, message, { xml, read, now }).provider;
  const chain = await takeChain(deps.db, message.relayState, now);
  const { at } = chain ?? {};
  if (!chain || at?.service !== entityId || at.application !== application.name || at.id !== read.request)
    throw new Refusal('saml-request-unknown');
  const { left, initiator, isPartial, end } = chain;
  return nextOf(deps, { left, initiator, end, isPartial: isPartial || !read.isWhole }, now);
}

/** Takes a message about a sign-out, and answers where the browser goes next. */
export function takeMessage(
  deps: SamlDeps,
  asked: RouteRequest,
  application: Application,
  message: LogoutMessage,
): Promise<Stop> {
  if (message.relayState.length > longestRelayState) throw wrongRequest('RelayState is too long');
  const take = message.name === 'SAMLRequest' ? takeLogoutRequest : takeLogoutResponse;
  return take(deps, asked, application, message);
}
