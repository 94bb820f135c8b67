/** Makes each format once: making one takes a hundred times as long as using it. */
function once<Format>(make: (language: string) => Format): (language: string) => Format {
  const made = new Map<string, Format>();
  return (language) => {
    const format = made.get(language) ?? make(language);
    made.set(language, format);
    return format;
  };
}

const numbers = once((language) => new Intl.NumberFormat(language));

/** Writes a number as the language does: 1,000 or 1.000. */
export const numeral = (value: number, language: string): string => numbers(language).format(value);

export const regionNames = once((language) => new Intl.DisplayNames(language, { type: 'region' }));

/** The distance in whole units: "1 day ago". */
export const distances = once((language) => new Intl.RelativeTimeFormat(language, { numeric: 'always' }));

/** The distance in words if the language has one: "now". */
export const namedDistances = once((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));

/** The moment to the second, with the name of the time zone. */
export const exactTimes = once(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long' }),
);

/** The moment to the second, as short as the language writes it. */
export const shortMoments = once(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'medium' }),
);
