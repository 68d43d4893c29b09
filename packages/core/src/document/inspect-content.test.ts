import { youngGenerationMb } from '@countersign/pdf/threads/run-in-thread';
import { expect, test } from '@jest/globals';
import { inspectionSlots, pdfReadingBytes, pdfThreadLimits } from './inspect-content.ts';

const gibibyte = 1024 ** 3;

test.each([
  [2, 24 * gibibyte, 2],
  [16, 64 * gibibyte, 16],
  [64, 0.75 * gibibyte, 2],
  [64, 12 * gibibyte, 9],
  [1, 0.5 * gibibyte, 2],
])('%d processors and %d bytes of memory read %d PDFs at once', (processors, memoryBytes, slots) => {
  expect(inspectionSlots(processors, memoryBytes, 50 * 1024 * 1024)).toBe(slots);
});

test('the memory that is counted for a PDF is what the limits of its thread permit', () => {
  const maxPdfBytes = 50 * 1024 * 1024;
  const { maxMemoryMb, maxBufferBytes } = pdfThreadLimits({ maxPdfSeconds: 20, maxPdfBytes });
  expect(pdfReadingBytes(maxPdfBytes)).toBe((maxMemoryMb + youngGenerationMb) * 1024 * 1024 + maxBufferBytes);
});
