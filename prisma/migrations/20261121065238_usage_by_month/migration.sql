-- What the console counts.
CREATE INDEX document_completed_by_month ON document (workspace_id, completed_at)
  WHERE mode = 'live' AND completed_at IS NOT NULL;
CREATE INDEX document_test_sent_by_month ON document (workspace_id, sent_at) WHERE mode = 'test' AND sent_at IS NOT NULL;
CREATE INDEX document_delivery_problem ON document (workspace_id, mode)
  WHERE delivery_problem AND status IN ('sent', 'partially_signed');
