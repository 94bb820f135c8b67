import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import type { EgressClient } from '../../core/egress/gate.ts';

export interface Mail {
  /** Name shown as the sender. */
  sender: string;
  receivers: readonly string[];
  title: string;
  /** HTML; scripts in it are removed. */
  content: string;
  /** For readers that show no HTML. */
  text?: string;
}

export interface Postman {
  way: EgressClient;
  /** Host of our own origin, for providers whose user name is no address. */
  host: string;
}

/** A way to send mail. */
export interface MailService {
  /** Sends a checked mail, one to each receiver. */
  sendMail: (provider: Provider, mail: Mail, postman: Postman) => Promise<void>;
  /** Connects and authenticates without sending. */
  tryConnection: (provider: Provider, postman: Postman) => Promise<void>;
}
