import { type Client, type KoaContextWithOIDC, Provider } from 'oidc-provider';

type Compare = () => Promise<boolean>;
type Judge = (
  client: Client,
  shown: string,
  { ctx, compare }: { ctx: KoaContextWithOIDC | undefined; compare: Compare },
) => Promise<boolean>;

interface ClientModel {
  compareClientSecret: (shown: string) => Promise<boolean>;
}

/**
 * Replaces the comparison of a client's secret by our own check.
 *
 * The library compares texts. It has no digests, counts no guesses, and does not pass the request. Its author recommends to
 * replace this method, and offers no setting (issue 631).
 */
export function judgeSecrets(provider: Provider, judge: Judge): void {
  const model = provider.Client.prototype as unknown as ClientModel;
  const { compareClientSecret } = model;
  model.compareClientSecret = function (this: Client, shown: string) {
    const compare = async () => compareClientSecret.call(this as unknown as ClientModel, shown);
    return judge(this, shown, { ctx: Provider.ctx, compare });
  };
}
