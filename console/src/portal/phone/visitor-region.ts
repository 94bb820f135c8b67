/** The region of the visitor, as far as their browser tells it: `de-AT` names one, and `de` means the most likely one. */
export function visitorRegion(languages: readonly string[] = navigator.languages): string | undefined {
  const locales = languages.flatMap((each) => {
    try {
      return [new Intl.Locale(each)];
    } catch {
      return [];
    }
  });
  return locales.find(({ region }) => region)?.region ?? locales[0]?.maximize().region;
}
