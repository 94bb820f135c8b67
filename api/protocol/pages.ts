import escapeHtml from 'escape-html';
import type { KoaContextWithOIDC } from 'oidc-provider';

/** Pages without a script or style of their own, framed by nobody (S43); they send forms to wherever they lead. */
export const pagePolicy = "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'";

function page(ctx: KoaContextWithOIDC, title: string, body: string): void {
  ctx.type = 'html';
  ctx.body = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body>
</html>`;
}

interface Message {
  title?: string | undefined;
  text?: string | undefined;
  error?: string | undefined;
  error_description?: string | undefined;
}

/** Shown where the authority cannot send the browser back, because it does not know to whom. */
export function messagePage(ctx: KoaContextWithOIDC, { title, text, error, error_description }: Message): void {
  const words = text ?? error_description ?? '';
  page(
    ctx,
    title ?? 'There was a problem signing you in',
    `<p>${escapeHtml(words)}</p>${error ? `<p><code>${escapeHtml(error)}</code></p>` : ''}`,
  );
}

/** Signing out is asked for by a link, which anybody can make somebody follow; so the user says that he means it. */
export function logoutPage(ctx: KoaContextWithOIDC, form: string): void {
  page(
    ctx,
    'Do you want to sign out?',
    `${form}<p><button autofocus type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button></p>`,
  );
}

export const deviceCodePage = (ctx: KoaContextWithOIDC, form: string, out?: Message): void =>
  page(
    ctx,
    'Connect a device',
    `${out ? '<p role="alert">The code is not right. Try again.</p>' : '<p>Enter the code that the device shows.</p>'}${form}
<p><button type="submit" form="op.deviceInputForm">Continue</button></p>`,
  );

export const deviceConfirmPage = (ctx: KoaContextWithOIDC, form: string, userCode: string): void =>
  page(
    ctx,
    'Connect this device?',
    `<p>${escapeHtml(ctx.oidc.client?.clientName ?? '')}</p><p><code>${escapeHtml(userCode)}</code></p>${form}
<p><button autofocus type="submit" form="op.deviceConfirmForm">Connect</button>
<button type="submit" form="op.deviceConfirmForm" name="abort" value="yes">Cancel</button></p>`,
  );
