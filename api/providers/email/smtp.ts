import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { isEmail } from '@doorwright/crds/values/written-forms.ts';
import type { EgressClient } from '../../core/egress/gate.ts';
import type { MailService } from './mail-service.ts';
import { type Authentication, transportOf } from './transport.ts';

type Rules = {
  /** The user name at the mail server, which is the sender if it is an address. */
  user: (provider: Provider) => string;
  authentication: (provider: Provider, way: EgressClient) => Authentication | undefined;
};

/** A service that sends over SMTP, with any form of proof. */
export function smtpService({ user, authentication }: Rules): MailService {
  const open = (provider: Provider, way: EgressClient) => transportOf(provider, authentication(provider, way), way);
  return {
    async sendMail(provider, { sender, receivers, title, content, text }, { way, host }) {
      const address = isEmail(user(provider)) ? user(provider) : `noreply@${host}`;
      const transport = await open(provider, way);
      // One mail for each receiver: no receiver sees the others.
      for (const to of receivers)
        await transport.sendMail({
          from: { name: sender, address },
          to: { name: '', address: to },
          subject: title,
          html: content,
          ...(text && { text }),
        });
    },
    async tryConnection(provider, { way }) {
      await (await open(provider, way)).verify();
    },
  };
}
