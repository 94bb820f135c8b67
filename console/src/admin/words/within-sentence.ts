/** The name of a kind within a sentence. English uses lower case, except for abbreviations. */
export const withinSentence = (title: string, language: string) =>
  language === 'en' ? title.replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase()) : title;
