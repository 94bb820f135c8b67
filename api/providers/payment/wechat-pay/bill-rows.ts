import { refusedBy } from '../channel.ts';

type Row = (name: string) => string;

const title = '商品名称';
const total = '总交易单数';

/**
 * The rows of a bill: a line of names, a line with a backtick before each value for each order, and two lines with sums. Values are not
 * quoted, so a title may look like two. Thus the values after the title count from the end. Read on 2026-11-29:
 * https://pay.weixin.qq.com/docs/merchant/products/bill-download/format-trade.html.
 */
export function* billRows(text: string): Generator<Row> {
  const [first = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const names = first.split(',');
  for (const line of lines) {
    if (line.startsWith(total)) return;
    if (!line.startsWith('`')) continue;
    const values = line.slice(1).split(',`');
    yield (name) => {
      const at = names.indexOf(name);
      const value = at <= names.indexOf(title) ? values[at] : values.at(at - names.length);
      if (at === -1 || value === undefined) throw refusedBy(`the bill has no ${name}`);
      return value;
    };
  }
}
