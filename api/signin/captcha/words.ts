import type { Language } from '@doorwright/locales';

/** The digits in words. */
const digits: Record<Language, string> = {
  en: 'zero one two three four five six seven eight nine',
  zh: '零 一 二 三 四 五 六 七 八 九',
  fr: 'zéro un deux trois quatre cinq six sept huit neuf',
  de: 'null eins zwei drei vier fünf sechs sieben acht neun',
  ja: 'ゼロ いち に さん よん ご ろく なな はち きゅう',
  ko: '영 일 이 삼 사 오 육 칠 팔 구',
  ru: 'ноль один два три четыре пять шесть семь восемь девять',
};

/**
 * The answer in words, for a screen reader. The user types the digits. Programs read words easily too, so each
 * network address gets only a few.
 */
export function inWords(answer: string, language: string): string {
  const words = (digits[language as Language] ?? digits.en).split(' ');
  return [...answer].map((digit) => words[Number(digit)]).join(', ');
}
