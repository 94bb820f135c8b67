import { type KoaContextWithOIDC, Provider } from 'oidc-provider';

type Find = () => Promise<object | undefined>;

interface DeviceCodeModel {
  findByUserCode: (userCode: string, options?: object) => Promise<object | undefined>;
}

/**
 * Puts a function of ours around the lookup of a device by the code that its user typed.
 *
 * The library has no hook at a wrong code, so nobody could count them.
 */
export function wrapUserCodes(
  provider: Provider,
  wrap: (find: Find, ctx: KoaContextWithOIDC | undefined) => ReturnType<Find>,
): void {
  const model = provider.DeviceCode as unknown as DeviceCodeModel;
  const { findByUserCode } = model;
  model.findByUserCode = (userCode, options) => wrap(() => findByUserCode.call(model, userCode, options), Provider.ctx);
}
