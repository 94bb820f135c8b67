import { t, type Word } from '../words.ts';

/** The specification's names. Other types have one name in all languages. */
const labels: Readonly<Record<string, Word>> = {
  Alipay: 'shopAlipay',
  'WeChat Pay': 'shopWeChatPay',
  PayPal: 'shopPaypal',
};

/** The name of a payment service, as its button says it. */
export function channelLabel(type: string): string {
  const word = labels[type];
  return word ? t(word) : type;
}
