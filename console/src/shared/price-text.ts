/**
 * An amount as people of a language write it, with the symbol of the currency: `$9.90`, `¥300`. A text has more digits than a number can
 * hold.
 */
export const priceText = (price: number | `${number}`, currency: string, language: string): string =>
  new Intl.NumberFormat(language, {
    ...{ style: 'currency', currency, currencyDisplay: 'narrowSymbol', trailingZeroDisplay: 'stripIfInteger' },
  } as Intl.NumberFormatOptions).format(price);
