import { isEmail } from '@doorwright/crds/values/written-forms.ts';
import type { MailService } from './mail-service.ts';
import { transportOf } from './transport.ts';

/** Any mail server, over SMTP. */
export const defaultEmail: MailService = {
  async sendMail(provider, { sender, receivers, title, content }, { way, host }) {
    const address = isEmail(provider.clientId) ? provider.clientId : `noreply@${host}`;
    const transport = await transportOf(provider, way);
    // One mail for each receiver: no receiver sees the others.
    for (const to of receivers) {
      const from = { name: sender, address };
      await transport.sendMail({ from, to: { name: '', address: to }, subject: title, html: content });
    }
  },
  async tryConnection(provider, { way }) {
    await (await transportOf(provider, way)).verify();
  },
};
