-- Prisma cannot say this: open test documents whose clock was moved ahead, which the sweeps judge by their own time.
CREATE INDEX document_moved_clock ON document (id) WHERE status IN ('sent', 'partially_signed') AND clock_offset_seconds <> 0;
