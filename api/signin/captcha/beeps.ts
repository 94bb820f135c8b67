import { randomBytes, randomInt } from 'node:crypto';

const rate = 8000;
/** The bytes of a sample in a WAV are from 0 to 255, and silence is the middle. */
const silence = 128;

/** A random number between two others. No two sounds are alike. */
const between = (least: number, most: number) => least + (randomInt(1_000_001) / 1_000_000) * (most - least);

/** The loudness at each sample, from -1 to 1. */
type Sound = Float32Array;

const pause = (seconds: number): Sound => new Float32Array(Math.round(seconds * rate));

/** A tone that swells and fades, so that it does not click. */
function tone(pitch: number, seconds: number): Sound {
  const length = Math.round(seconds * rate);
  const edge = rate / 100;
  const loud = between(0.55, 0.75);
  return Float32Array.from({ length }, (_, at) => {
    const swell = Math.min(1, at / edge, (length - at) / edge);
    return loud * swell * Math.sin((2 * Math.PI * pitch * at) / rate);
  });
}

/** A digit is that many short beeps. Nobody counts none, so zero is one long deep tone. */
function group(digit: number): Sound[] {
  if (digit === 0) return [tone(between(180, 240), between(0.8, 1))];
  const pitch = between(600, 950);
  return Array.from({ length: digit }, () => [
    tone(pitch * between(0.97, 1.03), between(0.1, 0.14)),
    pause(between(0.13, 0.18)),
  ]).flat();
}

/** A WAV of 8 bits, with noise. */
function wavOf(sounds: readonly Sound[]): Buffer {
  const length = sounds.reduce((sum, sound) => sum + sound.length, 0);
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(36 + length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(length, 40);
  const samples = randomBytes(length);
  let at = 0;
  for (const sound of sounds)
    for (const loud of sound) {
      samples[at] = Math.round(silence + 127 * loud + (Number(samples[at]) - 128) / 16);
      at += 1;
    }
  return Buffer.concat([head, samples]);
}

/**
 * The answer as sound, for people who do not see the picture: beeps to count, which are the same in every language and never stand in the page as
 * text. Programs can count them too, so each network address gets only a few.
 */
export const inBeeps = (answer: string): Buffer =>
  wavOf([pause(0.3), ...[...answer].flatMap((digit) => [...group(Number(digit)), pause(between(1, 1.3))])]);
