from tests.stand_in import make_result, models, planted_columns, planted_counts, planted_rows, result

__all__ = ["make_result", "models", "planted_columns", "planted_counts", "planted_rows", "result"]
